"""What can be measured: one module for each subject, with what it measures, its tables and its plots."""
