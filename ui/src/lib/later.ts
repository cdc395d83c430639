// later calls a function once, a moment after it was last wanted: for what somebody types.
export function later(wait: number, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const call = () => {
    clearTimeout(timer);
    timer = setTimeout(run, wait);
  };
  call.stop = () => clearTimeout(timer);
  return call;
}

// soon calls a function a moment after it was first wanted, and again if it is wanted after that: for
// what happens, which may go on happening.
export function soon(wait: number, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const call = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, wait);
  };
  call.stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return call;
}
