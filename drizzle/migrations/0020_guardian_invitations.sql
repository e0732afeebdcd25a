-- Invitations to become a guardian of some children.
CREATE TABLE `guardian_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`invited_by` text NOT NULL,
	`email` text NOT NULL,
	`may_book` integer NOT NULL,
	`may_pay` integer NOT NULL,
	`receives_email` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `guardian_invitations_one_open` ON `guardian_invitations` (`invited_by`,`email`) WHERE accepted_at is null and revoked_at is null;
--> statement-breakpoint
CREATE INDEX `guardian_invitations_by_email` ON `guardian_invitations` (`email`);
--> statement-breakpoint
CREATE TABLE `guardian_invitation_children` (
	`invitation_id` text NOT NULL,
	`child_id` text NOT NULL,
	PRIMARY KEY(`invitation_id`, `child_id`),
	FOREIGN KEY (`invitation_id`) REFERENCES `guardian_invitations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`child_id`) REFERENCES `children`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `guardian_invitation_children_by_child` ON `guardian_invitation_children` (`child_id`);
