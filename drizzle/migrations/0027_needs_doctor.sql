-- A treatment that doctors give is not bookable without them, until an admin says so.
ALTER TABLE `treatments` ADD `needs_doctor` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE `treatments` SET `needs_doctor` = 1 WHERE `id` IN (SELECT `treatment_id` FROM `doctor_treatments`);
--> statement-breakpoint
CREATE TRIGGER `treatments_need_the_doctors_they_get` AFTER INSERT ON `doctor_treatments`
BEGIN UPDATE `treatments` SET `needs_doctor` = 1 WHERE `id` = new.treatment_id AND `needs_doctor` = 0; END;
--> statement-breakpoint
-- A price of today can be corrected until the first booking at it; today is the clinic's, anywhere on
-- earth.
DROP TRIGGER `prices_past_are_kept`;
--> statement-breakpoint
CREATE TRIGGER `prices_past_are_kept` BEFORE DELETE ON `prices`
WHEN old.valid_from < date('now', '-12 hours')
	OR old.valid_from <= date('now', '+14 hours') AND EXISTS (
		SELECT 1 FROM `appointments`
		WHERE `treatment_id` = old.treatment_id AND `date` >= old.valid_from AND `price_cents` = old.price_cents
			AND `date` < coalesce((
				SELECT min(`valid_from`) FROM `prices`
				WHERE `treatment_id` = old.treatment_id AND `valid_from` > old.valid_from
			), '9999-12-31')
	)
BEGIN SELECT RAISE(ABORT, 'price:immutable'); END;
--> statement-breakpoint
-- Whatever a connection's pragmas are, `INSERT OR REPLACE` replaces no price.
CREATE TRIGGER `prices_are_never_replaced` BEFORE INSERT ON `prices`
WHEN EXISTS (SELECT 1 FROM `prices` WHERE `treatment_id` = new.treatment_id AND `valid_from` = new.valid_from)
BEGIN SELECT RAISE(ABORT, 'price:immutable'); END;
