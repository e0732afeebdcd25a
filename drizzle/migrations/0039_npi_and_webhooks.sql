-- National Provider Identifiers, published with free times.
ALTER TABLE `doctors` ADD `npi` text;
--> statement-breakpoint
-- Addresses of the clinic's other systems that are notified of events.
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`kinds` text NOT NULL,
	`active` integer DEFAULT 1 NOT NULL,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_secret_until` integer,
	`failing_since` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `event_deliveries_of_webhooks` ON `event_deliveries` (`handler`,`event_id`) WHERE handler glob 'webhook.send@*';
