-- Phone and address that a user keeps in the profile; null until they are saved there.
ALTER TABLE `users` ADD `phone` text;
--> statement-breakpoint
ALTER TABLE `users` ADD `address` text;
