/** Wrong usage: one clear sentence for the person at the keyboard, and exit code 2. */
export class UsageError extends Error {}
