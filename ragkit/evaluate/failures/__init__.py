"""How wrong answers of an experiment failed: by rule, or by a judge where no rule decides."""
