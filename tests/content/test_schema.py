"""The JSON Schema says all that somebody needs who writes an encounter."""

import json

import pytest
from pydantic import BaseModel, TypeAdapter

from affray.checking import casefile
from affray.checking.case_schema import case_schema
from affray.content import encounter as encounter_models
from affray.content import encounter_schema
from affray.content import maps as map_models
from affray.content.maps import Part

MODELS = [
    thing
    for thing in (vars(map_models) | vars(encounter_models)).values()
    if isinstance(thing, type) and issubclass(thing, Part) and thing is not Part
]
FIELDS = [(model, name) for model in MODELS for name in model.model_fields]


def test_the_schema_is_json_and_forbids_unknown_keys() -> None:
    schema = json.loads(json.dumps(encounter_schema()))

    assert schema["$schema"].startswith("https://json-schema.org/")
    assert schema["required"] == ["ruleset", "id", "name", "map", "side"]
    for table in [schema, *schema["$defs"].values()]:
        assert table["additionalProperties"] is False
        assert table["description"]


@pytest.mark.parametrize(
    ("model", "name"), FIELDS, ids=[f"{model.__name__}.{name}" for model, name in FIELDS]
)
def test_every_field_is_described_and_its_examples_are_valid(
    model: type[BaseModel], name: str
) -> None:
    field = model.model_fields[name]

    assert field.description
    assert field.examples
    adapter: TypeAdapter[object] = TypeAdapter(field.rebuild_annotation())
    for example in field.examples:
        adapter.validate_python(example)


def test_the_schema_tells_the_short_forms_of_a_start() -> None:
    schema = json.loads(json.dumps(encounter_schema()))

    forms = schema["$defs"]["Side"]["properties"]["start"]["anyOf"]

    assert [form.get("type", "table") for form in forms] == ["table", "string", "array", "null"]


def test_the_schema_of_cases_knows_what_their_reader_knows() -> None:
    schema = json.loads(json.dumps(case_schema()))
    own = schema["properties"]

    assert set(own) == set(casefile.ENCOUNTER) - {"id", "name"}
    assert set(own["script"]["properties"]) == set(casefile.SCRIPT)
    assert set(own["expect"]["properties"]) == set(casefile.EXPECT)
    assert set(own["case"]["items"]["properties"]) == set(own) - {"case"}
    assert all("description" in said or "$ref" in said for said in own.values())
