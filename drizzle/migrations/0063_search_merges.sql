-- A change of a row leaves a segment in its search index, and a deletion looks into all segments. Merged
-- two by two (https://sqlite.org/fts5.html#the_automerge_configuration_option) they stay few.

-- Changes nothing, but takes the write lock: a search index is read before it is written, and another
-- process of the site may write in between.
UPDATE `schedule_version` SET `version` = `version` WHERE false;
--> statement-breakpoint
INSERT INTO `search_people_index` (`search_people_index`, rank) VALUES ('automerge', 2);
--> statement-breakpoint
INSERT INTO `search_payments_index` (`search_payments_index`, rank) VALUES ('automerge', 2);
