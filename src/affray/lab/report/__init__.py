"""Reports: what a batch of fights tells, as one page to read, print and keep.

:func:`of_encounter` plays and watches fights; :func:`of_result` shows what a command of the lab
printed as JSON. The page holds everything: charts are drawn by Vega inside it, nothing is fetched.
"""

from affray.lab.report.made import of_encounter, of_result
from affray.lab.report.page import Report

__all__ = ["Report", "of_encounter", "of_result"]
