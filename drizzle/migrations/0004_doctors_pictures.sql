CREATE TABLE `former_people` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`removed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `images` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`uploaded_by` text,
	`type` text NOT NULL,
	`status` text DEFAULT 'received' NOT NULL,
	`keeper` text,
	`version` integer,
	`created_at` integer NOT NULL,
	`processed_at` integer,
	FOREIGN KEY (`uploaded_by`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE set null,
	CONSTRAINT "images_processed_has_keeper" CHECK(status <> 'processed' or keeper is not null)
);
--> statement-breakpoint
CREATE INDEX `images_by_uploader` ON `images` (`uploaded_by`);--> statement-breakpoint
CREATE INDEX `images_by_age` ON `images` (`created_at`);--> statement-breakpoint
ALTER TABLE `doctors` ADD `image_id` text REFERENCES images(id);--> statement-breakpoint
CREATE UNIQUE INDEX `doctors_image_id_unique` ON `doctors` (`image_id`);--> statement-breakpoint
ALTER TABLE `doctors` DROP COLUMN `img`;--> statement-breakpoint
ALTER TABLE `users` ADD `provider_photo` text;--> statement-breakpoint
CREATE INDEX `events_by_actor` ON `events` (`actor`) WHERE actor is not null;--> statement-breakpoint
CREATE INDEX `events_by_kind` ON `events` (`kind`);