-- How long a treatment takes stands with it, not only with its start times: one without any kept no length.
ALTER TABLE `treatments` ADD COLUMN `length_minutes` integer DEFAULT 30 NOT NULL CONSTRAINT `treatments_length` CHECK (`length_minutes` > 0);
--> statement-breakpoint
UPDATE `treatments` SET `length_minutes` = `first`.`length_minutes` FROM (
	SELECT `treatment_id`, `length_minutes`, min(`start_minute`) FROM `treatment_times` GROUP BY `treatment_id`
) AS `first` WHERE `first`.`treatment_id` = `treatments`.`id` AND `first`.`length_minutes` <> `treatments`.`length_minutes`;
