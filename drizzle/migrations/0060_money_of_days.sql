-- Covers the sums of Insights over years of days, which read each row besides its key.
CREATE INDEX `insight_money_summed` ON `insight_money` (`doctor_id`,`treatment_id`,`date`,`card`,`cash`,`terminal`,`cancelled`,`already_paid`,`mismatch`,`staff`,`dashboard`,`dispute_lost`);
