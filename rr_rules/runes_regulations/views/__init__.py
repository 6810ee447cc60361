"""What a seat may see and read: views, prompts, the log and reasons."""
