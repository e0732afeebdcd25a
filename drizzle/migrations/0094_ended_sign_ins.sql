-- A session that its user ends stays ended: the sign-in at the identity provider opens no other one.
ALTER TABLE `sessions` ADD `auth_time` integer;
--> statement-breakpoint
CREATE INDEX `sessions_by_sign_in` ON `sessions` (`uid`, `auth_time`);
