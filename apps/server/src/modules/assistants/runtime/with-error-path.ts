import { ApiError } from '../../../platform/errors/api-error.ts';

/** Reports errors in an assistant under the path of the squad member or workflow node it belongs to. */
export async function withErrorPath<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.fields === undefined) throw error;
    const fields = error.fields.map(({ path, message }) => ({
      path: path.startsWith('assistant') ? `${place}${path}` : path,
      message,
    }));
    throw new ApiError(error.code, `${place}${error.message}`, { fields, cause: error });
  }
}
