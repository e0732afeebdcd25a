-- Searching without reading whole tables. By hand: drizzle knows neither virtual tables nor triggers.
-- The functions `search_text` and `search_digits` are drizzle/normalize-search-text.ts.
--
-- A row for each account, family without an account, doctor and removed person: what they are found by.
CREATE TABLE `search_people` (
	`id` integer PRIMARY KEY NOT NULL,
	`person` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`own` text NOT NULL,
	`others` text NOT NULL,
	`phones` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_people_once` ON `search_people` (`person`);
--> statement-breakpoint
-- The same rows as the tables have them now; `linked`: found as the account instead.
CREATE VIEW `search_people_now` AS
SELECT uid AS person, 'user' AS kind, normalize_search_text(name) AS name, search_text(name, email) AS own,
	search_text(
		(SELECT group_concat(children.name, ' ') FROM guardianships JOIN children ON children.id = guardianships.child_id
			WHERE guardianships.uid = users.uid),
		(SELECT group_concat(linked.name || ' ' || coalesce(linked.email, ''), ' ') FROM desk_families AS linked
			WHERE linked.linked_uid = users.uid)) AS others,
	search_digits(
		(SELECT group_concat(phone, char(10)) FROM appointments WHERE patient_uid = users.uid),
		(SELECT group_concat(phone, char(10)) FROM desk_families AS linked WHERE linked.linked_uid = users.uid)) AS phones
FROM users
UNION ALL
SELECT id, iif(linked_uid IS NULL, 'family', 'linked'), normalize_search_text(name), search_text(name, email), '',
	search_digits(phone, (SELECT group_concat(phone, char(10)) FROM appointments WHERE desk_family_id = desk_families.id))
FROM desk_families
UNION ALL
SELECT id, 'doctor', normalize_search_text(name), search_text(name, email), '', '' FROM doctors
UNION ALL
SELECT id, 'former', normalize_search_text(name), search_text(name), '', '' FROM former_people;
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_people_index` USING fts5(own, others, phones, content='search_people', content_rowid='id', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
-- What is deleted leaves nothing behind in the index.
INSERT INTO `search_people_index` (`search_people_index`, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO `search_people` (person, kind, name, own, others, phones)
SELECT person, kind, name, own, others, phones FROM search_people_now;
--> statement-breakpoint
INSERT INTO `search_people_index` (`search_people_index`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `search_people_indexed` AFTER INSERT ON `search_people` BEGIN
	INSERT INTO search_people_index (rowid, own, others, phones) VALUES (new.id, new.own, new.others, new.phones);
END;
--> statement-breakpoint
CREATE TRIGGER `search_people_forgotten` AFTER DELETE ON `search_people` BEGIN
	INSERT INTO search_people_index (search_people_index, rowid, own, others, phones)
	VALUES ('delete', old.id, old.own, old.others, old.phones);
END;
--> statement-breakpoint
-- `INSERT INTO search_people_refresh` writes the row of a person anew, or deletes it when they are gone.
CREATE VIEW `search_people_refresh` AS SELECT person FROM search_people;
--> statement-breakpoint
CREATE TRIGGER `search_people_refreshed` INSTEAD OF INSERT ON `search_people_refresh` BEGIN
	DELETE FROM search_people WHERE person = new.person;
	INSERT INTO search_people (person, kind, name, own, others, phones)
	SELECT person, kind, name, own, others, phones FROM search_people_now WHERE person = new.person;
END;
--> statement-breakpoint
CREATE TRIGGER `search_users_inserted` AFTER INSERT ON `users` BEGIN
	INSERT INTO search_people_refresh VALUES (new.uid);
END;
--> statement-breakpoint
CREATE TRIGGER `search_users_updated` AFTER UPDATE OF `uid`, `name`, `email` ON `users` BEGIN
	INSERT INTO search_people_refresh VALUES (old.uid);
	INSERT INTO search_people_refresh SELECT new.uid WHERE new.uid <> old.uid;
END;
--> statement-breakpoint
CREATE TRIGGER `search_users_deleted` AFTER DELETE ON `users` BEGIN
	INSERT INTO search_people_refresh VALUES (old.uid);
END;
--> statement-breakpoint
CREATE TRIGGER `search_families_inserted` AFTER INSERT ON `desk_families` BEGIN
	INSERT INTO search_people_refresh VALUES (new.id), (new.linked_uid);
END;
--> statement-breakpoint
CREATE TRIGGER `search_families_updated` AFTER UPDATE OF `id`, `name`, `email`, `phone`, `linked_uid` ON `desk_families` BEGIN
	INSERT INTO search_people_refresh SELECT old.id UNION SELECT new.id UNION SELECT old.linked_uid UNION SELECT new.linked_uid;
END;
--> statement-breakpoint
CREATE TRIGGER `search_families_deleted` AFTER DELETE ON `desk_families` BEGIN
	INSERT INTO search_people_refresh VALUES (old.id), (old.linked_uid);
END;
--> statement-breakpoint
CREATE TRIGGER `search_doctors_inserted` AFTER INSERT ON `doctors` BEGIN
	INSERT INTO search_people_refresh VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `search_doctors_updated` AFTER UPDATE OF `id`, `name`, `email` ON `doctors` BEGIN
	INSERT INTO search_people_refresh SELECT old.id UNION SELECT new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_doctors_deleted` AFTER DELETE ON `doctors` BEGIN
	INSERT INTO search_people_refresh VALUES (old.id);
END;
--> statement-breakpoint
CREATE TRIGGER `search_former_inserted` AFTER INSERT ON `former_people` BEGIN
	INSERT INTO search_people_refresh VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `search_former_updated` AFTER UPDATE ON `former_people` BEGIN
	INSERT INTO search_people_refresh SELECT old.id UNION SELECT new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_former_deleted` AFTER DELETE ON `former_people` BEGIN
	INSERT INTO search_people_refresh VALUES (old.id);
END;
--> statement-breakpoint
CREATE TRIGGER `search_guardians_inserted` AFTER INSERT ON `guardianships` BEGIN
	INSERT INTO search_people_refresh VALUES (new.uid);
END;
--> statement-breakpoint
CREATE TRIGGER `search_guardians_updated` AFTER UPDATE OF `child_id`, `uid` ON `guardianships` BEGIN
	INSERT INTO search_people_refresh SELECT old.uid UNION SELECT new.uid;
END;
--> statement-breakpoint
CREATE TRIGGER `search_guardians_deleted` AFTER DELETE ON `guardianships` BEGIN
	INSERT INTO search_people_refresh VALUES (old.uid);
END;
--> statement-breakpoint
CREATE TRIGGER `search_children_updated` AFTER UPDATE OF `name` ON `children` WHEN new.name <> old.name BEGIN
	INSERT INTO search_people_refresh SELECT uid FROM guardianships WHERE child_id = new.id;
END;
--> statement-breakpoint
-- A family's phone numbers: only one that is new, or that no appointment has any more, changes its row.
CREATE TRIGGER `search_phones_inserted` AFTER INSERT ON `appointments`
WHEN NOT EXISTS (
	SELECT 1 FROM search_people
	WHERE person = coalesce(new.patient_uid, new.desk_family_id) AND instr(phones, search_digits(new.phone)))
BEGIN INSERT INTO search_people_refresh VALUES (coalesce(new.patient_uid, new.desk_family_id)); END;
--> statement-breakpoint
CREATE TRIGGER `search_phones_added` AFTER UPDATE OF `phone`, `patient_uid`, `desk_family_id` ON `appointments`
WHEN NOT EXISTS (
	SELECT 1 FROM search_people
	WHERE person = coalesce(new.patient_uid, new.desk_family_id) AND instr(phones, search_digits(new.phone)))
BEGIN INSERT INTO search_people_refresh VALUES (coalesce(new.patient_uid, new.desk_family_id)); END;
--> statement-breakpoint
CREATE TRIGGER `search_phones_replaced` AFTER UPDATE OF `phone`, `patient_uid`, `desk_family_id` ON `appointments`
WHEN NOT EXISTS (
	SELECT 1 FROM appointments AS other
	WHERE other.phone = old.phone AND other.patient_uid IS old.patient_uid AND other.desk_family_id IS old.desk_family_id)
BEGIN INSERT INTO search_people_refresh VALUES (coalesce(old.patient_uid, old.desk_family_id)); END;
--> statement-breakpoint
CREATE TRIGGER `search_phones_deleted` AFTER DELETE ON `appointments`
WHEN NOT EXISTS (
	SELECT 1 FROM appointments AS other
	WHERE other.phone = old.phone AND other.patient_uid IS old.patient_uid AND other.desk_family_id IS old.desk_family_id)
BEGIN INSERT INTO search_people_refresh VALUES (coalesce(old.patient_uid, old.desk_family_id)); END;
--> statement-breakpoint
-- A row for each payment that took money. Its id follows the time of the payment, so that the index
-- finds the newest first without sorting.
CREATE TABLE `search_payments` (
	`id` integer PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_payments_once` ON `search_payments` (`payment_id`);
--> statement-breakpoint
CREATE VIEW `search_payments_now` AS
SELECT id AS payment_id, 10000 * succeeded_at AS first_id, search_text((
	SELECT group_concat(patient_name || ' ' || coalesce(child_name, '') || ' ' || email, ' ')
	FROM payment_items JOIN appointments ON appointments.id = payment_items.appointment_id
	WHERE payment_items.payment_id = payments.id)) AS text
FROM payments WHERE state = 'succeeded';
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_payments_index` USING fts5(text, content='search_payments', content_rowid='id', columnsize=0, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO `search_payments_index` (`search_payments_index`, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO `search_payments` (id, payment_id, text)
SELECT first_id + row_number() OVER (PARTITION BY first_id ORDER BY payment_id) - 1, payment_id, text FROM search_payments_now;
--> statement-breakpoint
INSERT INTO `search_payments_index` (`search_payments_index`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `search_payments_indexed` AFTER INSERT ON `search_payments` BEGIN
	INSERT INTO search_payments_index (rowid, text) VALUES (new.id, new.text);
END;
--> statement-breakpoint
CREATE TRIGGER `search_payments_forgotten` AFTER DELETE ON `search_payments` BEGIN
	INSERT INTO search_payments_index (search_payments_index, rowid, text) VALUES ('delete', old.id, old.text);
END;
--> statement-breakpoint
CREATE VIEW `search_payments_refresh` AS SELECT payment_id FROM search_payments;
--> statement-breakpoint
CREATE TRIGGER `search_payments_refreshed` INSTEAD OF INSERT ON `search_payments_refresh` BEGIN
	DELETE FROM search_payments WHERE payment_id = new.payment_id;
	INSERT INTO search_payments (id, payment_id, text)
	SELECT coalesce((SELECT max(id) + 1 FROM search_payments WHERE id BETWEEN first_id AND first_id + 9999), first_id), payment_id, text
	FROM search_payments_now WHERE payment_id = new.payment_id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_payments_inserted` AFTER INSERT ON `payments` WHEN new.state = 'succeeded' BEGIN
	INSERT INTO search_payments_refresh VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `search_payments_updated` AFTER UPDATE OF `id`, `state`, `succeeded_at` ON `payments` BEGIN
	INSERT INTO search_payments_refresh SELECT old.id UNION SELECT new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_payments_deleted` AFTER DELETE ON `payments` BEGIN
	INSERT INTO search_payments_refresh VALUES (old.id);
END;
--> statement-breakpoint
CREATE TRIGGER `search_items_inserted` AFTER INSERT ON `payment_items` BEGIN
	INSERT INTO search_payments_refresh VALUES (new.payment_id);
END;
--> statement-breakpoint
CREATE TRIGGER `search_items_deleted` AFTER DELETE ON `payment_items` BEGIN
	INSERT INTO search_payments_refresh VALUES (old.payment_id);
END;
--> statement-breakpoint
CREATE TRIGGER `search_names_updated` AFTER UPDATE OF `patient_name`, `child_name`, `email` ON `appointments`
WHEN new.patient_name <> old.patient_name OR new.email <> old.email OR new.child_name IS NOT old.child_name BEGIN
	INSERT INTO search_payments_refresh SELECT payment_id FROM payment_items WHERE appointment_id = new.id;
END;
--> statement-breakpoint
-- Who has seen whose data: asked for each family on a screen of the front desk.
CREATE INDEX `events_of_views` ON `events` (`actor`, `subject`, `occurred_at`) WHERE kind = 'user.viewed';
--> statement-breakpoint
CREATE INDEX `users_by_role` ON `users` (`role`, `created_at`, `uid`);
--> statement-breakpoint
-- The past ones are listed and counted until someone settles them.
CREATE INDEX `appointments_unsettled` ON `appointments` (`date`, `start_minute`, `id`) WHERE status = 'booked' and attendance in ('expected', 'arrived');
--> statement-breakpoint
-- The audit log without what would hide everything else, which may be most of all events.
CREATE INDEX `events_listed` ON `events` (`id`) WHERE kind not in ('user.viewed', 'stripe.event_received');
--> statement-breakpoint
-- With the id, which is the order of the list: a member of staff has caused hundreds of thousands.
DROP INDEX `events_by_actor`;
--> statement-breakpoint
CREATE INDEX `events_by_actor` ON `events` (`actor`, `id`) WHERE actor is not null;
--> statement-breakpoint
DROP INDEX `events_by_subject`;
--> statement-breakpoint
CREATE INDEX `events_by_subject` ON `events` (`subject`, `id`);
