-- Names that were typed before they were cleaned: without loose direction marks and joiners, with one blank
-- between words. What was typed stays among the corrections of a child or a family.
INSERT INTO `identity_changes` (`id`, `child_id`, `field`, `old_value`, `new_value`, `corrected`, `kept`, `changed_by`, `changed_at`)
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
	substr('89ab', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), `id`, 'name', `name`, clean_name(`name`), 0, 0, 'site-update', unixepoch() * 1000
FROM `children`
WHERE clean_name(`name`) NOT IN (`name`, '') AND (`archived_at` IS NOT NULL OR NOT EXISTS (
	SELECT 1 FROM `guardianships` AS `own` JOIN `guardianships` AS `other` ON other.uid = own.uid AND other.child_id <> own.child_id
		JOIN `children` AS `sibling` ON sibling.id = other.child_id
	WHERE own.child_id = `children`.`id` AND sibling.birth_date = `children`.`birth_date`
		AND lower(clean_name(sibling.name)) = lower(clean_name(`children`.`name`)) AND sibling.archived_at IS NULL));
--> statement-breakpoint
UPDATE `children` SET `name` = clean_name(`name`)
WHERE clean_name(`name`) <> `name` AND clean_name(`name`) = (
	SELECT new_value FROM `identity_changes` WHERE child_id = `children`.`id` AND field = 'name' ORDER BY rowid DESC LIMIT 1);
--> statement-breakpoint
INSERT INTO `identity_changes` (`id`, `desk_family_id`, `field`, `old_value`, `new_value`, `corrected`, `kept`, `changed_by`, `changed_at`)
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
	substr('89ab', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), `id`, 'name', `name`, clean_name(`name`), 0, 0, 'site-update', unixepoch() * 1000
FROM `desk_families` WHERE clean_name(`name`) NOT IN (`name`, '');
--> statement-breakpoint
UPDATE `desk_families` SET `name` = clean_name(`name`) WHERE clean_name(`name`) NOT IN (`name`, '');
--> statement-breakpoint
UPDATE `users` SET `name` = clean_name(`name`) WHERE clean_name(`name`) NOT IN (`name`, '');
--> statement-breakpoint
UPDATE `doctors` SET `name` = clean_name(`name`) WHERE clean_name(`name`) NOT IN (`name`, '');
