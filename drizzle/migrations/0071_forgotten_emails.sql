-- Changes nothing, but takes the write lock: a search index is read before it is written, and another
-- process of the site may write in between.
UPDATE `schedule_version` SET `version` = `version` WHERE false;
--> statement-breakpoint
-- Payments are not found by the email of an account that was removed.
DROP VIEW `search_payments_now`;
--> statement-breakpoint
CREATE VIEW `search_payments_now` AS
SELECT id AS payment_id, 10000 * succeeded_at AS first_id, search_text(coalesce((
	SELECT group_concat(patient_name || ' ' || coalesce(child_name, '')
		|| iif(coalesce(patient_uid, desk_family_id) IS NULL, '', ' ' || email), ' ')
	FROM payment_items JOIN appointments ON appointments.id = payment_items.appointment_id
	WHERE payment_items.payment_id = payments.id), '') || coalesce((
	SELECT ' ' || payer.name || ' ' || payer.email FROM users AS payer
	WHERE payer.uid = coalesce(payments.payer_uid, (SELECT linked_uid FROM desk_families WHERE desk_families.id = payments.payer_desk_family_id))
		AND NOT EXISTS (
			SELECT 1 FROM payment_items JOIN appointments ON appointments.id = payment_items.appointment_id
			WHERE payment_items.payment_id = payments.id AND coalesce(patient_uid, desk_family_id) IS NOT NULL
				AND appointments.patient_name = payer.name AND appointments.email = payer.email)), '')
) AS text
FROM payments WHERE state = 'succeeded';
--> statement-breakpoint
CREATE TRIGGER `search_bookers_updated` AFTER UPDATE OF `patient_uid`, `desk_family_id` ON `appointments`
WHEN (coalesce(new.patient_uid, new.desk_family_id) IS NULL) <> (coalesce(old.patient_uid, old.desk_family_id) IS NULL) BEGIN
	INSERT INTO search_payments_refresh SELECT payment_id FROM payment_items WHERE appointment_id = new.id;
END;
--> statement-breakpoint
INSERT INTO `search_payments_refresh`
SELECT DISTINCT known.payment_id FROM `appointments`
JOIN `payment_items` ON payment_items.appointment_id = appointments.id
JOIN `search_payments` AS `known` ON known.payment_id = payment_items.payment_id
WHERE appointments.patient_uid IS NULL AND appointments.desk_family_id IS NULL;
--> statement-breakpoint
-- An accepted invitation is of no use once the account with its address is gone, nor is where an invitation
-- of a removed account was sent.
DELETE FROM `guardian_invitations` WHERE accepted_at IS NOT NULL AND email NOT IN (SELECT email FROM users);
--> statement-breakpoint
UPDATE `notifications` SET `recipient` = NULL
WHERE kind = 'guardian_invited' AND recipient IS NOT NULL
	AND data ->> 'invitationId' NOT IN (SELECT id FROM guardian_invitations);
