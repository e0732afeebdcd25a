-- The rows of a unit, and the lists that admins see of an import, without reading all of its rows.
DROP INDEX `import_rows_by_unit`;--> statement-breakpoint
CREATE INDEX `import_rows_of_unit` ON `import_rows` (`import_id`,`unit`,`number`);--> statement-breakpoint
CREATE INDEX `import_rows_with_sentence` ON `import_rows` (`import_id`,`number`) WHERE sentence is not null;--> statement-breakpoint
CREATE INDEX `import_rows_with_decision` ON `import_rows` (`import_id`,`number`) WHERE decision is not null;--> statement-breakpoint
CREATE INDEX `import_rows_undone` ON `import_rows` (`import_id`,`undone`,`number`) WHERE undone is not null;--> statement-breakpoint
-- The waiting list of the previous system is a kind of file, too.
ALTER TABLE `imports` DROP CONSTRAINT `imports_kind`;--> statement-breakpoint
ALTER TABLE `imports` ADD CONSTRAINT `imports_kind` CHECK(`kind` in ('families', 'appointments', 'visits', 'waits'));--> statement-breakpoint
ALTER TABLE `import_refs` DROP CONSTRAINT `import_refs_kind`;--> statement-breakpoint
ALTER TABLE `import_refs` ADD CONSTRAINT `import_refs_kind` CHECK(`kind` in ('family', 'child', 'appointment', 'visit', 'wait', 'treatment', 'doctor'));
--> statement-breakpoint
-- A family's own number stays among its numbers without the appointment.
DROP TRIGGER `search_phones_deleted`;--> statement-breakpoint
CREATE TRIGGER `search_phones_deleted` AFTER DELETE ON `appointments`
WHEN NOT EXISTS (
	SELECT 1 FROM appointments AS other
	WHERE other.phone = old.phone AND other.patient_uid IS old.patient_uid AND other.desk_family_id IS old.desk_family_id)
AND NOT EXISTS (
	SELECT 1 FROM desk_families WHERE id = old.desk_family_id AND linked_uid IS NULL AND phone = old.phone)
BEGIN INSERT INTO search_people_refresh VALUES (coalesce(old.patient_uid, old.desk_family_id)); END;
--> statement-breakpoint
CREATE TRIGGER `import_refs_of_deleted_entry` AFTER DELETE ON `waitlist_entries` BEGIN
	DELETE FROM `import_refs` WHERE `our_id` = OLD.`id`;
END;
--> statement-breakpoint
-- The texts of a file go together with the family that they describe.
ALTER TABLE `import_rows` ADD `family` text;--> statement-breakpoint
CREATE INDEX `import_rows_by_family` ON `import_rows` (`family`) WHERE family is not null;--> statement-breakpoint
CREATE TRIGGER `import_rows_of_deleted_family` AFTER DELETE ON `desk_families` BEGIN
	UPDATE `import_rows` SET `raw` = NULL, `sentence` = NULL, `family` = NULL WHERE `family` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `import_rows_of_deleted_user` AFTER DELETE ON `users` BEGIN
	UPDATE `import_rows` SET `raw` = NULL, `sentence` = NULL, `family` = NULL WHERE `family` = OLD.`uid`;
END;
