-- The waiting list is read in pages: in the order of offers, re-offers last.
CREATE INDEX `waitlist_entries_in_order` ON `waitlist_entries` ((closure_id is not null), `rank`, `joined_at`, `id`) WHERE state <> 'ended';
--> statement-breakpoint
CREATE INDEX `waitlist_entries_by_closure` ON `waitlist_entries` (`closure_id`) WHERE closure_id is not null;
