-- What the cells of each column of an imported file have in common.
ALTER TABLE `imports` ADD `facts` text;
