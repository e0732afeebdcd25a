-- Children of families without an account. The column stays once the family is linked, so that the link
-- can be undone: until then only guardianships say who acts for the child.
ALTER TABLE `children` ADD `desk_family_id` text REFERENCES `desk_families`(`id`) ON DELETE set null;
--> statement-breakpoint
CREATE INDEX `children_by_desk_family` ON `children` (`desk_family_id`) WHERE desk_family_id is not null;
--> statement-breakpoint
-- Which child of the account each child of the family is: staff say so with the proposal.
ALTER TABLE `family_links` ADD `children` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
-- Families are found by their children's birth dates, too, and those without an account by their children.
DROP VIEW `search_people_now`;
--> statement-breakpoint
CREATE VIEW `search_people_now` AS
SELECT uid AS person, 'user' AS kind, normalize_search_text(name) AS name, search_text(name, email) AS own,
	search_text(
		(SELECT group_concat(children.name || ' ' || children.birth_date, ' ') FROM guardianships JOIN children ON children.id = guardianships.child_id
			WHERE guardianships.uid = users.uid),
		(SELECT group_concat(linked.name || ' ' || coalesce(linked.email, ''), ' ') FROM desk_families AS linked
			WHERE linked.linked_uid = users.uid)) AS others,
	search_digits(
		(SELECT group_concat(phone, char(10)) FROM appointments WHERE patient_uid = users.uid),
		(SELECT group_concat(phone, char(10)) FROM desk_families AS linked WHERE linked.linked_uid = users.uid)) AS phones
FROM users
UNION ALL
SELECT id, iif(linked_uid IS NULL, 'family', 'linked'), normalize_search_text(name), search_text(name, email),
	search_text((SELECT group_concat(children.name || ' ' || children.birth_date, ' ') FROM children
		WHERE children.desk_family_id = desk_families.id)),
	search_digits(phone, (SELECT group_concat(phone, char(10)) FROM appointments WHERE desk_family_id = desk_families.id))
FROM desk_families
UNION ALL
SELECT id, 'doctor', normalize_search_text(name), search_text(name, email), '', '' FROM doctors
UNION ALL
SELECT id, 'former', normalize_search_text(name), search_text(name), '', '' FROM former_people;
--> statement-breakpoint
INSERT INTO `search_people_refresh` SELECT DISTINCT uid FROM guardianships;
--> statement-breakpoint
DROP TRIGGER `search_children_updated`;
--> statement-breakpoint
CREATE TRIGGER `search_children_updated` AFTER UPDATE OF `name`, `birth_date`, `desk_family_id` ON `children`
WHEN new.name <> old.name OR new.birth_date <> old.birth_date OR new.desk_family_id IS NOT old.desk_family_id BEGIN
	INSERT INTO search_people_refresh SELECT uid FROM guardianships WHERE child_id = new.id
		UNION SELECT old.desk_family_id WHERE old.desk_family_id IS NOT NULL
		UNION SELECT new.desk_family_id WHERE new.desk_family_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `search_children_inserted` AFTER INSERT ON `children` WHEN new.desk_family_id IS NOT NULL BEGIN
	INSERT INTO search_people_refresh VALUES (new.desk_family_id);
END;
--> statement-breakpoint
CREATE TRIGGER `search_children_deleted` AFTER DELETE ON `children` WHEN old.desk_family_id IS NOT NULL BEGIN
	INSERT INTO search_people_refresh VALUES (old.desk_family_id);
END;
