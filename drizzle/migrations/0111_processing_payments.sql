-- Whether the provider is processing a payment: only then a cancellation says that one is on its way.
ALTER TABLE `payments` ADD `processing` integer DEFAULT false NOT NULL;
