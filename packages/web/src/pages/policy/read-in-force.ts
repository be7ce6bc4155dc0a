interface InForce {
  /** Absent where nothing was pasted. */
  readonly settings?: Record<string, unknown>;
  /** Why it cannot be read, for people. */
  readonly problem?: string;
}

/** The policy in force as somebody pasted it; the service knows what it may stand in. */
export function readInForce(text: string): InForce {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { settings: value as Record<string, unknown> };
    }
    return { problem: 'It must be a JSON object, such as {"ExtensionSettings": {…}}.' };
  } catch (error) {
    return { problem: `It is not JSON: ${(error as Error).message}.` };
  }
}
