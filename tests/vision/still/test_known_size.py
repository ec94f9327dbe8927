import pytest

from tests.support.pictures.rendered_throws import rendered_throws
from vision.still.known import Known, exactly
from vision.still.reader import read
from vision.types import Doubt, Status


@pytest.mark.parametrize(("seed", "told"), [(70_001_276, 1.0), (71_002_555, 0.9)])
@pytest.mark.long
def test_a_die_much_smaller_or_larger_than_given_is_a_question(seed, told):
    (throw,) = rendered_throws([seed])
    read_again = read(throw.picture, Known(die_size=told * throw.edge))
    assert (read_again.status, Doubt.FOREIGN in read_again.doubts) == (Status.UNSURE, True)
    counted = read(throw.picture, Known(die_size=told * throw.edge, numbers=exactly(len(throw.values))))
    assert counted.status is Status.UNSURE
