-- A guardian who accepted an offer got the contact of the guardian who waited. It becomes their own: of the
-- profile, or of their last booking that no offer made.
UPDATE `appointments` SET
	`phone` = coalesce(nullif(own.`phone`, ''), ''),
	`address` = coalesce(nullif(own.`address`, ''), '')
FROM (
	SELECT u.`uid`,
		coalesce(u.`phone`, (
			SELECT b.`phone` FROM `appointments` b WHERE b.`patient_uid` = u.`uid`
				AND NOT EXISTS (SELECT 1 FROM `offers` o WHERE o.`appointment_id` = b.`id`)
			ORDER BY b.`id` DESC LIMIT 1)) AS `phone`,
		coalesce(u.`address`, (
			SELECT b.`address` FROM `appointments` b WHERE b.`patient_uid` = u.`uid`
				AND NOT EXISTS (SELECT 1 FROM `offers` o WHERE o.`appointment_id` = b.`id`)
			ORDER BY b.`id` DESC LIMIT 1)) AS `address`
	FROM `users` u
	WHERE u.`uid` IN (SELECT `answered_by` FROM `offers` WHERE `state` = 'accepted')
) own
WHERE own.`uid` = `appointments`.`patient_uid` AND EXISTS (
	SELECT 1 FROM `offers` o JOIN `waitlist_entries` e ON e.`id` = o.`entry_id`
	WHERE o.`appointment_id` = `appointments`.`id` AND o.`state` = 'accepted'
		AND o.`answered_by` = `appointments`.`patient_uid`
		AND e.`appointment_id` IS NULL AND e.`uid` <> `appointments`.`patient_uid`
		AND e.`phone` = `appointments`.`phone` AND e.`address` = `appointments`.`address`);
--> statement-breakpoint
-- An entry for a sooner time had the contact of the appointment, whoever had booked it. Without one of its
-- own, an entry has that of its family's profile or last booking.
UPDATE `waitlist_entries` SET `phone` = '', `address` = ''
WHERE EXISTS (
	SELECT 1 FROM `appointments` a
	WHERE coalesce(a.`patient_uid`, a.`desk_family_id`) IS NOT
			coalesce(`waitlist_entries`.`uid`, `waitlist_entries`.`desk_family_id`)
		AND (a.`id` = `waitlist_entries`.`appointment_id`
			OR (a.`child_id` = `waitlist_entries`.`child_id`
				AND a.`phone` = `waitlist_entries`.`phone`
				AND a.`address` = `waitlist_entries`.`address`)))
	AND NOT EXISTS (
		SELECT 1 FROM `users` u WHERE u.`uid` = `waitlist_entries`.`uid`
			AND u.`phone` = `waitlist_entries`.`phone` AND u.`address` = `waitlist_entries`.`address`)
	AND NOT EXISTS (
		SELECT 1 FROM `appointments` b
		WHERE coalesce(b.`patient_uid`, b.`desk_family_id`) =
				coalesce(`waitlist_entries`.`uid`, `waitlist_entries`.`desk_family_id`)
			AND b.`phone` = `waitlist_entries`.`phone` AND b.`address` = `waitlist_entries`.`address`);
