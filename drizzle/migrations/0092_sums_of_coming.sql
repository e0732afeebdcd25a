-- The index also covers what the effect of a change of the schedule is summed up from.
DROP INDEX `appointments_coming`;
--> statement-breakpoint
CREATE INDEX `appointments_coming` ON `appointments` (`date`,`start_minute`,`length_minutes`,`treatment_id`,`doctor_id`,`child_birth_date`,`override_reason`,`id`,`version`,`patient_uid`,`desk_family_id`,`paid`) WHERE status = 'booked' and attendance = 'expected';
