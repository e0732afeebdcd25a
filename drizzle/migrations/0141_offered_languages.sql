-- Receipts are in the languages that the server offers.
ALTER TABLE `clinic_settings` ADD `languages` text DEFAULT '[]' NOT NULL;
