ALTER TABLE `appointments` ADD `terms` text;
--> statement-breakpoint
ALTER TABLE `appointments` ADD `moves` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `appointments` ADD `refund_ceiling` integer CONSTRAINT `appointments_refund_ceiling` CHECK (`refund_ceiling` BETWEEN 0 AND 100);
--> statement-breakpoint
ALTER TABLE `appointments` ADD `ill_move_used` integer DEFAULT false NOT NULL;
