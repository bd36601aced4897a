import { describeTrouble } from '../state/device-trouble.ts';
import { usePage, usePageState, useWords } from '../state/page-context.ts';

/** Why there is no microphone or camera, and what one can do. */
export function DeviceTroubleNotice() {
  const { actions } = usePage();
  const trouble = usePageState((state) => state.trouble);
  const words = useWords();
  const lang = usePageState((state) => state.lang);
  return (
    <div role="alert">
      {trouble === null ? null : (
        <div className="notice">
          <p>{describeTrouble(trouble, words, lang)}</p>
          <button
            type="button"
            className="button button-line"
            onClick={() => void actions.retryDevices()}
          >
            {words.tryAgain}
          </button>
        </div>
      )}
    </div>
  );
}
