-- Where the booked appointments of a day come from. The figures are counted anew after it.
ALTER TABLE `insight_days` ADD `sources` text DEFAULT '{}' NOT NULL;
