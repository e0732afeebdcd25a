-- A refund of Stripe's dashboard may give back several items of a payment, with a row for each.
DROP INDEX `refunds_by_stripe_id`;
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_by_stripe_id` ON `refunds` (`stripe_id`,`item_id`) WHERE stripe_id is not null;
