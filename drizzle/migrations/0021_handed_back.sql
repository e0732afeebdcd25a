-- Who handed back what was paid at the desk; until now it was handed back when it was requested.
ALTER TABLE `refunds` ADD `handed_back_by` text;
--> statement-breakpoint
CREATE INDEX `refunds_handed_back` ON `refunds` (`settled_at`) WHERE handed_back_by is not null;
--> statement-breakpoint
UPDATE `refunds` SET `handed_back_by` = `requested_by`
WHERE `state` = 'succeeded' AND `item_id` IN (
	SELECT `item`.`id` FROM `payment_items` AS `item` JOIN `payments` AS `payment` ON `payment`.`id` = `item`.`payment_id`
	WHERE `payment`.`method` <> 'card');
