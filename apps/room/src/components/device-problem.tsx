import { describeProblem } from '../state/device-problem.ts';
import { usePage, usePageState, useStrings } from '../state/page-context.ts';

/** Why there is no microphone or camera, and what to do about it. */
export function DeviceProblemNotice() {
  const { actions } = usePage();
  const problem = usePageState((state) => state.problem);
  const strings = useStrings();
  const lang = usePageState((state) => state.lang);
  return (
    <div role="alert">
      {problem === null ? null : (
        <div className="notice">
          <p>{describeProblem(problem, strings, lang)}</p>
          <button
            type="button"
            className="button button-line"
            onClick={() => void actions.retryDevices()}
          >
            {strings.tryAgain}
          </button>
        </div>
      )}
    </div>
  );
}
