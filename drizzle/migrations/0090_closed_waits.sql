-- An entry ends when the clinic gives its treatment on none of its days any more. Each entry has the first of
-- those days and the schedule's version of that look; the entries of before are looked at when the site starts.
ALTER TABLE `waitlist_entries` ADD COLUMN `open_on` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `waitlist_entries` ADD COLUMN `open_at_version` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `waitlist_entries` ADD COLUMN `end_reason` text CONSTRAINT `waitlist_entries_end_reason` CHECK (`end_reason` is null or (`state` = 'ended' and `end_reason` in ('left', 'accepted', 'booked', 'cancelled', 'over', 'closed')));
--> statement-breakpoint
CREATE INDEX `waitlist_entries_to_look_at` ON `waitlist_entries` (`open_at_version`, `open_on`) WHERE state <> 'ended' and closure_id is null;
--> statement-breakpoint
CREATE INDEX `waitlist_entries_closed` ON `waitlist_entries` (`to_date`) WHERE end_reason = 'closed';
--> statement-breakpoint
CREATE INDEX `notifications_of_waits` ON `notifications` ((data ->> 'entryId')) WHERE kind = 'wait_closed';
