-- Why a time is closed, in words for families. Until when they answer a re-offer: one that is open already has
-- none, and keeps the deadline that its family was told, when it expires.
ALTER TABLE `closures` ADD `for_families` text;
--> statement-breakpoint
ALTER TABLE `offers` ADD `answer_by` integer;
