"""A thin room: sit, start, see, answer."""

from tests.support.roomplay import dealt, hall


async def test_two_neighbours_sit_down_get_ready_and_are_dealt_a_game():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(3, 1))
        assert place.room.phase == "playing"
        assert place.archive.terms[0].declared == (3, 1)
        assert [ann.screen.view.me, bob.screen.view.me] == [0, 1]
        assert ann.screen.ask.verb == "draw"
        assert bob.screen.ask is None


async def test_an_answer_goes_to_the_table_and_to_the_record():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(3, 1))
        await ann.answers("draw")
        assert ann.screen.ask.verb == "throw"
        assert len(ann.screen.view.seats[0].hand) == 4
        assert bob.screen.view.seats[0].hand == ("", "", "", "")
