-- A cancellation is listed to call about for a week, also when the appointment's day is over.
CREATE INDEX `clinic_changes_by_change` ON `clinic_changes` (`changed_at`);
