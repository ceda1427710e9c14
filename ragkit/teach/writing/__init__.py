"""Teaching the model to write answers from passages: examples made by rule, and their lesson."""
