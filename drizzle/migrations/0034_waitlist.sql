-- Families that wait for a time: docs/requirements.md#waiting-list.
CREATE TABLE `waitlist_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`uid` text,
	`desk_family_id` text,
	`child_id` text,
	`treatment_id` text NOT NULL,
	`doctor_id` text,
	`appointment_id` text,
	`from_date` text NOT NULL,
	`to_date` text NOT NULL,
	`weekdays` text NOT NULL,
	`part` text DEFAULT 'any' NOT NULL,
	`notice_minutes` integer NOT NULL,
	`phone` text NOT NULL,
	`address` text NOT NULL,
	`rank` integer DEFAULT 2 NOT NULL,
	`urgent_reason` text,
	`missed` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`joined_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE cascade,
	FOREIGN KEY (`desk_family_id`) REFERENCES `desk_families`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`child_id`) REFERENCES `children`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`treatment_id`) REFERENCES `treatments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "waitlist_entries_of_one_family" CHECK((uid is null) <> (desk_family_id is null)),
	CONSTRAINT "waitlist_entries_rank" CHECK("rank" between 0 and 2),
	CONSTRAINT "waitlist_entries_urgent_reason" CHECK(("rank" = 1) <= ("urgent_reason" is not null)),
	CONSTRAINT "waitlist_entries_part" CHECK("part" in ('any', 'morning', 'afternoon')),
	CONSTRAINT "waitlist_entries_state" CHECK("state" in ('open', 'paused', 'ended')),
	CONSTRAINT "waitlist_entries_range" CHECK("from_date" <= "to_date")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_one_open` ON `waitlist_entries` (coalesce(child_id, uid, desk_family_id), `treatment_id`) WHERE state <> 'ended';
--> statement-breakpoint
CREATE INDEX `waitlist_entries_waiting` ON `waitlist_entries` (`rank`, `joined_at`, `id`) WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX `waitlist_entries_by_user` ON `waitlist_entries` (`uid`) WHERE uid is not null;
--> statement-breakpoint
CREATE INDEX `waitlist_entries_by_desk_family` ON `waitlist_entries` (`desk_family_id`) WHERE desk_family_id is not null;
--> statement-breakpoint
CREATE INDEX `waitlist_entries_by_child` ON `waitlist_entries` (`child_id`) WHERE child_id is not null;
--> statement-breakpoint
CREATE INDEX `waitlist_entries_by_appointment` ON `waitlist_entries` (`appointment_id`) WHERE appointment_id is not null;
--> statement-breakpoint
-- A time that became free, from its first offer until it is booked or public.
CREATE TABLE `freed_times` (
	`id` text PRIMARY KEY NOT NULL,
	`treatment_id` text NOT NULL,
	`doctor_id` text,
	`date` text NOT NULL,
	`start_minute` integer NOT NULL,
	`length_minutes` integer NOT NULL,
	`offers` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'offering' NOT NULL,
	`freed_at` integer NOT NULL,
	`public_at` integer NOT NULL,
	FOREIGN KEY (`treatment_id`) REFERENCES `treatments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "freed_times_state" CHECK("state" in ('offering', 'booked', 'public'))
);
--> statement-breakpoint
CREATE INDEX `freed_times_offering` ON `freed_times` (`id`) WHERE state = 'offering';
--> statement-breakpoint
CREATE TABLE `offers` (
	`id` text PRIMARY KEY NOT NULL,
	`entry_id` text NOT NULL,
	`freed_time_id` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`date` text NOT NULL,
	`start_minute` integer NOT NULL,
	`length_minutes` integer NOT NULL,
	`doctor_id` text,
	`doctor_name` text,
	`price_cents` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`made_at` integer NOT NULL,
	`made_on` text NOT NULL,
	`expires_at` integer NOT NULL,
	`answered_by` text,
	`answered_at` integer,
	`appointment_id` text,
	FOREIGN KEY (`entry_id`) REFERENCES `waitlist_entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`freed_time_id`) REFERENCES `freed_times`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "offers_state" CHECK("state" in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
	CONSTRAINT "offers_accepted_has_appointment" CHECK("state" = 'accepted' or "appointment_id" is null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_one_open_per_entry` ON `offers` (`entry_id`) WHERE state = 'open';
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_one_open_per_time` ON `offers` (`freed_time_id`) WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX `offers_open` ON `offers` (`expires_at`) WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX `offers_by_entry` ON `offers` (`entry_id`, `id`);
--> statement-breakpoint
CREATE INDEX `offers_by_day` ON `offers` (`date`, `start_minute`);
--> statement-breakpoint
CREATE INDEX `offers_by_freed_time` ON `offers` (`freed_time_id`);
--> statement-breakpoint
-- The times that open offers keep free. No appointment: no list, receipt or limit sees one.
CREATE TABLE `holds` (
	`id` text PRIMARY KEY NOT NULL,
	`offer_id` text NOT NULL,
	`treatment_id` text NOT NULL,
	`doctor_id` text,
	`date` text NOT NULL,
	`start_minute` integer NOT NULL,
	`length_minutes` integer NOT NULL,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `holds_by_day` ON `holds` (`date`, `start_minute`);
--> statement-breakpoint
CREATE INDEX `holds_by_offer` ON `holds` (`offer_id`);
--> statement-breakpoint
CREATE TRIGGER `holds_are_of_open_offers` BEFORE INSERT ON `holds`
WHEN NOT EXISTS (SELECT 1 FROM `offers` WHERE `id` = new.offer_id AND `state` = 'open')
BEGIN SELECT RAISE(ABORT, 'hold:not_open'); END;
--> statement-breakpoint
CREATE TRIGGER `holds_resource_is_free` BEFORE INSERT ON `holds`
WHEN EXISTS (
	SELECT 1 FROM `appointments` AS `other`
	WHERE other.status = 'booked' AND other.date = new.date
		AND coalesce(other.doctor_id, other.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
	OR EXISTS (
	SELECT 1 FROM `holds` AS `other`
	WHERE other.date = new.date
		AND coalesce(other.doctor_id, other.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:hold'); END;
--> statement-breakpoint
CREATE TRIGGER `holds_never_change` BEFORE UPDATE ON `holds`
BEGIN SELECT RAISE(ABORT, 'hold:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `appointments_time_is_not_held_inserted` BEFORE INSERT ON `appointments`
WHEN new.status = 'booked' AND EXISTS (
	SELECT 1 FROM `holds` AS `other`
	WHERE other.date = new.date
		AND coalesce(other.doctor_id, other.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:held'); END;
--> statement-breakpoint
CREATE TRIGGER `appointments_time_is_not_held_updated`
BEFORE UPDATE OF `treatment_id`, `doctor_id`, `date`, `start_minute`, `length_minutes`, `status` ON `appointments`
WHEN new.status = 'booked' AND EXISTS (
	SELECT 1 FROM `holds` AS `other`
	WHERE other.date = new.date
		AND coalesce(other.doctor_id, other.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:held'); END;
--> statement-breakpoint
CREATE TRIGGER `offers_closed_stay_closed` BEFORE UPDATE OF `state` ON `offers`
WHEN old.state <> 'open' AND new.state <> old.state
BEGIN SELECT RAISE(ABORT, 'offer:closed'); END;
--> statement-breakpoint
CREATE TRIGGER `offers_closed_hold_nothing` AFTER UPDATE OF `state` ON `offers`
WHEN new.state <> 'open'
BEGIN DELETE FROM `holds` WHERE `offer_id` = new.id; END;
