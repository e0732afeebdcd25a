-- A re-offer is an entry of an appointment whose time the clinic has closed: docs/requirements.md#re-offers.
ALTER TABLE `waitlist_entries` ADD `closure_id` text;
--> statement-breakpoint
DROP INDEX `waitlist_entries_one_open`;
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_one_open` ON `waitlist_entries` (coalesce(child_id, uid, desk_family_id), `treatment_id`) WHERE state <> 'ended' AND closure_id IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_one_reoffer` ON `waitlist_entries` (`appointment_id`) WHERE state <> 'ended' AND closure_id IS NOT NULL;
