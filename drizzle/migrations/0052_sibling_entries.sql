-- Siblings wait, and are offered times, together: docs/requirements.md#waiting-list.
ALTER TABLE `waitlist_entries` ADD `block_id` text;
--> statement-breakpoint
ALTER TABLE `offers` ADD `block_id` text;
--> statement-breakpoint
CREATE INDEX `waitlist_entries_by_block` ON `waitlist_entries` (`block_id`) WHERE block_id is not null;
--> statement-breakpoint
CREATE INDEX `offers_by_block` ON `offers` (`block_id`) WHERE block_id is not null;
