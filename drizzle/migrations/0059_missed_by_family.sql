-- The agenda counts for each patient what they missed in a year: almost always nothing.
CREATE INDEX `appointments_missed_by_patient` ON `appointments` (`patient_uid`,`date`) WHERE attendance = 'no_show';
--> statement-breakpoint
CREATE INDEX `appointments_missed_by_desk_family` ON `appointments` (`desk_family_id`,`date`) WHERE attendance = 'no_show';
