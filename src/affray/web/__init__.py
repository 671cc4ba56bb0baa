"""The table in the browser: a fight for everybody around it. Needs the extra ``affray[web]``."""
