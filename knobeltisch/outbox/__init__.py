"""Games that are over, told to a hub or a league: kept until they have arrived, sent without anybody waiting."""
