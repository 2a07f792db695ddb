/** A deadlock among many savers may need a few rounds; more would be a fault that somebody should hear of. */
const rounds = 8;

/**
 * Repeats a statement that the database itself has undone for the sake of another one (a deadlock, a serialization
 * failure). Never used for an answer that was lost: nobody knows what became of such a statement.
 */
export async function retryConflict<T>(
  isConflict: (error: unknown) => boolean,
  statement: () => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await statement();
    } catch (error) {
      if (round === rounds || !isConflict(error)) throw error;
    }
  }
}
