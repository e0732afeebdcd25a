-- Names have another normal form: without apostrophes, with blanks for dashes, and with the letters of every
-- keyboard beside those of other scripts. The tables hold it, so both are made anew; what was typed stays.

-- Changes nothing, but takes the write lock: a search index is read before it is written, and another
-- process of the site may write in between.
UPDATE `schedule_version` SET `version` = `version` WHERE false;
--> statement-breakpoint
UPDATE `search_people` SET `name` = now.name, `own` = now.own, `others` = now.others, `phones` = now.phones
FROM `search_people_now` AS `now` WHERE now.person = `search_people`.`person`;
--> statement-breakpoint
INSERT INTO `search_people_index` (`search_people_index`) VALUES ('rebuild');
--> statement-breakpoint
UPDATE `search_payments` SET `text` = now.text
FROM `search_payments_now` AS `now` WHERE now.payment_id = `search_payments`.`payment_id`;
--> statement-breakpoint
INSERT INTO `search_payments_index` (`search_payments_index`) VALUES ('rebuild');
