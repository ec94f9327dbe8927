import pytest

from tests.support.interface.page_types import TSC, problems_of

FAULTS = {
    "/** @param {Snapshot} it */ export const a = (it) => it.lifst;": "Property 'lifst' does not exist",
    "/** @param {Snapshot} it */ export const b = (it) => it.state?.to_akt;": "Property 'to_akt' does not exist",
    "export const c = (snapshot) => snapshot.lifts;": "Parameter 'snapshot' implicitly has an 'any' type",
    "/** @param {Snapshot} it */ export const d = (it) => it.state.stage;": "'it.state' is possibly 'null'",
    "/** @param {Page} it */ export const e = (it) => it.snapshot.head;": "'it.snapshot' is possibly 'null'",
}


@pytest.mark.skipif(not TSC.exists(), reason="lint/node_modules is not there: script/lint-page makes it")
def test_a_wrong_name_a_missing_type_and_a_value_that_may_be_null_are_found(tmp_path):
    problems = problems_of("\n".join(FAULTS) + "\n", tmp_path)
    assert [fault for fault in FAULTS.values() if fault not in problems] == []
