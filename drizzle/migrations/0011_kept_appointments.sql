CREATE TABLE `kept_appointments` (
	`appointment_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`reasons` text NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE cascade
);
