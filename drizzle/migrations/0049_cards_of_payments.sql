-- The card that paid, as Stripe's charge says it: receipts name it. Null for payments at the desk and of before.
ALTER TABLE `payments` ADD `card_brand` text;
--> statement-breakpoint
ALTER TABLE `payments` ADD `card_last4` text;
--> statement-breakpoint
CREATE TRIGGER `payments_keep_their_card` BEFORE UPDATE OF `card_brand`, `card_last4` ON `payments`
WHEN old.card_last4 IS NOT NULL AND (new.card_last4 IS NOT old.card_last4 OR new.card_brand IS NOT old.card_brand)
BEGIN SELECT RAISE(ABORT, 'payment:immutable'); END;
