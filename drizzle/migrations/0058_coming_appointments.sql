-- Covers what decides whether a coming appointment fits the schedule; past ones are no longer expected.
CREATE INDEX `appointments_coming` ON `appointments` (`date`,`start_minute`,`length_minutes`,`treatment_id`,`doctor_id`,`child_birth_date`,`override_reason`,`id`,`version`) WHERE status = 'booked' and attendance = 'expected';
