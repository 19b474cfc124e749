"""Count, sample and list the tours of a board exactly, without making them one by one."""
