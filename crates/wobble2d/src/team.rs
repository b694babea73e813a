//! Threads that do the parts of one piece of work together.
//!
//! Whoever is free takes the next part, so nobody knows who does what or in which order. That must not matter: parts that run at the same time
//! write to different places, and what they find is put together in the order of the parts. So the number of threads never changes a bit.
//!
//! Workers live as long as their team. While a step is done they are on duty and wait for work awake, since a step has hundreds of short pieces of work
//! with little between them and waking up takes longer than most of them. Now and then they let others run. Off duty they sleep.
//!
//! This is the only module of the engine with `unsafe` in it. Two things cannot be said to the compiler: that [`Team::each`] does not return before the
//! workers have let go of what it lent them, and that parts write to different elements of one array ([`Shared`]), which a colouring or the bodies' ranges
//! promise.
#![allow(unsafe_code)]

use crate::lanes::Records;
use core::cell::UnsafeCell;
use core::marker::PhantomData;
use core::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::thread::{self, JoinHandle, Thread};

/// How often an idle worker looks for work before it lets others run, or sleeps if it is off duty: some twenty microseconds.
const SPINS: u32 = 500;

/// How often a thread that has done its share looks whether the others get done with theirs before it helps them out, since what they work on is in
/// their caches: some two microseconds.
const PATIENCE: u32 = 50;

/// No more threads than this.
pub(crate) const MOST_THREADS: usize = 64;

/// Some threads: the one that calls, and its workers.
pub(crate) struct Team {
    desk: Arc<Desk>,
    workers: Vec<Worker>,
    /// Whether workers are called; else the calling thread does everything alone.
    shares: bool,
    /// Whether they are called even if it does not pay.
    pub always: bool,
}

struct Worker {
    thread: Thread,
    handle: Option<JoinHandle<()>>,
    asleep: Arc<AtomicBool>,
}

/// Where work is handed out.
#[derive(Default)]
struct Desk {
    gate: Gate,
    /// For every thread the parts that it should do: the same ones in every job of as many parts, since their data are in the caches of its core.
    shares: Vec<Share>,
    failed: AtomicBool,
    /// Whether somebody hands out work. There is room for one job.
    taken: AtomicBool,
    /// Whether a step is being done.
    on_duty: AtomicBool,
    closing: AtomicBool,
}

/// Who may go to the job, and the job: all that a worker must see to begin, on one cache line.
#[derive(Default)]
#[repr(align(128))]
struct Gate {
    /// [`OPEN`] if there is a job that may be entered, and how many workers are about to look at it or are at it.
    state: AtomicUsize,
    /// Written while the gate is closed and nobody is in, read by those who came in while it was open.
    job: UnsafeCell<Option<Job>>,
}

/// More than there are workers.
const OPEN: usize = 1 << 16;

// SAFETY: the job is written and read as it says there.
unsafe impl Sync for Gate {}

impl Gate {
    /// Opens it for a job.
    ///
    /// # Safety
    ///
    /// The gate is [closed](Self::close), and this is the only thread that opens it.
    unsafe fn open(&self, job: Job) {
        // SAFETY: nobody is in.
        unsafe { *self.job.get() = Some(job) };
        self.state.fetch_or(OPEN, Release);
    }

    /// Closes it, and waits for those who are in.
    fn close(&self) {
        self.state.fetch_and(!OPEN, Relaxed);
        // What they did is seen from here on. Who is just coming will find the gate closed.
        while self.state.load(Acquire) != 0 {
            core::hint::spin_loop();
        }
    }

    fn is_open(&self) -> bool {
        self.state.load(Relaxed) & OPEN != 0
    }

    /// Goes in, if it is open, and does what is to be done with the job.
    fn enter(&self, work: impl FnOnce(Job)) {
        if self.state.fetch_add(1, Acquire) & OPEN != 0 {
            // SAFETY: it was open after this thread had been counted, so nobody writes before it has left.
            if let Some(job) = unsafe { *self.job.get() } {
                work(job);
            }
        }
        self.state.fetch_sub(1, Release);
    }
}

/// Some parts in a row, on a cache line of their own: the next one that nobody has, and in the upper half the end.
#[derive(Default)]
#[repr(align(128))]
struct Share(AtomicU64);

/// What is done for every part, and by which thread. It outlives the job: see [`Team::each_by`].
#[derive(Clone, Copy)]
struct Job(*const (dyn Fn(usize, usize) + Sync));

// SAFETY: what it points to may be called from any thread.
unsafe impl Send for Job {}

impl Team {
    /// A team of so many threads, the calling one included; fewer where the system gives no more.
    pub(crate) fn of(threads: usize) -> Self {
        let threads = threads.clamp(1, MOST_THREADS);
        let shares = (0..threads).map(|_| Share::default()).collect();
        let desk = Arc::new(Desk { shares, ..Desk::default() });
        let workers = (1..threads).map_while(|place| Worker::hire(&desk, place)).collect();
        Self { desk, workers, shares: false, always: false }
    }

    pub(crate) fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Calls the workers to duty, if the work to come is worth sharing.
    pub(crate) fn begin(&mut self, worth_sharing: bool) {
        self.shares = worth_sharing || self.always;
        if self.is_busy() {
            self.desk.on_duty.store(true, SeqCst);
            for worker in self.workers.iter().filter(|worker| worker.asleep.swap(false, SeqCst)) {
                worker.thread.unpark();
            }
        }
    }

    /// Sends them to rest.
    pub(crate) fn end(&mut self) {
        self.shares = false;
        self.desk.on_duty.store(false, SeqCst);
    }

    /// Whether anybody will help with the work at hand.
    pub(crate) fn is_busy(&self) -> bool {
        self.shares && !self.workers.is_empty()
    }

    /// Does `work` for every element, each of which is a part.
    pub(crate) fn each_of<T: Send>(&self, elements: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
        let count = elements.len();
        // SAFETY: every part has its own element.
        let elements = unsafe { Shared::new(elements) };
        self.each(count, |part| work(part, elements.at(part)));
    }

    /// Does `work` for every part from 0 to `count`, and returns when all are done.
    pub(crate) fn each(&self, count: usize, work: impl Fn(usize) + Sync) {
        self.each_by(count, |_, part| work(part));
    }

    /// The same, and `work` is told which thread does a part, from 0 to the number of [threads](Self::threads): never two at a time with the same number.
    pub(crate) fn each_by(&self, count: usize, work: impl Fn(usize, usize) + Sync) {
        // Work within work, and that of a second caller, is done where it is called.
        if !self.is_busy() || !(2..u32::MAX as usize).contains(&count) || self.desk.taken.swap(true, Acquire) {
            return (0..count).for_each(|part| work(0, part));
        }
        let job: &(dyn Fn(usize, usize) + Sync) = &work;
        // SAFETY: only the lifetime is lost. Workers touch it between entering and leaving an open job, and `Shift` closes the job and waits for them
        // before `work` goes out of scope, even in a panic.
        let job = unsafe { core::mem::transmute::<&(dyn Fn(usize, usize) + Sync), &'static (dyn Fn(usize, usize) + Sync)>(job) };
        let desk = &*self.desk;
        for (place, share) in desk.shares.iter().enumerate() {
            let [next, end] = [place, place + 1].map(|place| (place * count / desk.shares.len()) as u64);
            share.0.store(end << 32 | next, Relaxed);
        }
        // If the caller of an earlier job has panicked as well, nobody has asked about its workers.
        desk.failed.store(false, Relaxed);
        // SAFETY: `taken` keeps others from opening the gate, and whoever took it before has closed it.
        unsafe { desk.gate.open(Job(core::ptr::from_ref(job))) };
        let shift = Shift(desk);
        while let Some(part) = desk.take(0) {
            work(0, part);
        }
        desk.gate.close();
        let failed = desk.failed.load(Relaxed);
        drop(shift);
        assert!(!failed, "a thread of the team has panicked; what it said is above");
    }
}

/// A job from its opening to the leave of the last worker.
struct Shift<'a>(&'a Desk);

impl Drop for Shift<'_> {
    fn drop(&mut self) {
        self.0.gate.close();
        self.0.taken.store(false, Release);
    }
}

impl Desk {
    /// The next part that nobody has, if there is one: of one's own share, and after a while of the others'.
    fn take(&self, place: usize) -> Option<usize> {
        self.shares[place].take().or_else(|| {
            let mut patience = PATIENCE;
            while patience > 0 && self.shares.iter().any(Share::has_more) {
                core::hint::spin_loop();
                patience -= 1;
            }
            self.shares.iter().find_map(Share::take)
        })
    }

    fn has_work(&self) -> bool {
        self.gate.is_open() && self.shares.iter().any(Share::has_more)
    }

    /// Does parts of the job, if it is still open.
    fn join_in(&self, place: usize) {
        self.gate.enter(|Job(work)| {
            // SAFETY: `Shift` waits for this worker to leave before the work goes out of scope.
            let work = unsafe { &*work };
            let done = catch_unwind(AssertUnwindSafe(|| {
                while let Some(part) = self.take(place) {
                    work(place, part);
                }
            }));
            if done.is_err() {
                self.failed.store(true, Relaxed);
            }
        });
    }
}

impl Share {
    fn has_more(&self) -> bool {
        Self::next(self.0.load(Relaxed)).is_some()
    }

    fn take(&self) -> Option<usize> {
        // Looked at first, so that those who find nothing do not count it up for ever.
        if self.has_more() { Self::next(self.0.fetch_add(1, Relaxed)) } else { None }
    }

    /// The next part, if there is one.
    fn next(share: u64) -> Option<usize> {
        let (next, end) = (share as u32, (share >> 32) as u32);
        (next < end).then_some(next as usize)
    }
}

impl Worker {
    /// `None` where there are no threads.
    fn hire(desk: &Arc<Desk>, place: usize) -> Option<Self> {
        let asleep = Arc::new(AtomicBool::new(false));
        let (desk, sleeps) = (desk.clone(), asleep.clone());
        let handle = thread::Builder::new().name("wobble2d".into()).spawn(move || live(&desk, place, &sleeps)).ok()?;
        Some(Self { thread: handle.thread().clone(), handle: Some(handle), asleep })
    }
}

/// The life of a worker.
fn live(desk: &Desk, place: usize, asleep: &AtomicBool) {
    let mut idle = 0;
    while !desk.closing.load(SeqCst) {
        if desk.has_work() {
            desk.join_in(place);
            idle = 0;
        } else if idle < SPINS {
            core::hint::spin_loop();
            idle += 1;
        } else if desk.on_duty.load(SeqCst) {
            thread::yield_now();
            idle = 0;
        } else {
            asleep.store(true, SeqCst);
            // Who calls after this looks whether somebody sleeps; who called before is seen here.
            if !desk.on_duty.load(SeqCst) && !desk.closing.load(SeqCst) {
                thread::park();
            }
            asleep.store(false, SeqCst);
            idle = 0;
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.desk.closing.store(true, SeqCst);
        for worker in &mut self.workers {
            worker.thread.unpark();
            // A worker catches what its work throws, so it ends well.
            let _ = worker.handle.take().map(JoinHandle::join);
        }
    }
}

impl Default for Team {
    fn default() -> Self {
        Self::of(1)
    }
}

/// A slice whose elements are shared out among the parts of a piece of work.
pub(crate) struct Shared<'a, T> {
    first: *mut T,
    len: usize,
    of: PhantomData<&'a mut [T]>,
}

// SAFETY: see `Shared::new`: every element is in the hands of one thread at a time.
unsafe impl<T: Send> Send for Shared<'_, T> {}
unsafe impl<T: Send> Sync for Shared<'_, T> {}

impl<T> Clone for Shared<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Shared<'_, T> {}

impl<'a, T> Shared<'a, T> {
    /// # Safety
    ///
    /// No two parts that run at the same time may touch the same element, and no part may hold two references to one.
    pub(crate) unsafe fn new(slice: &'a mut [T]) -> Self {
        Self { first: slice.as_mut_ptr(), len: slice.len(), of: PhantomData }
    }

    /// The value of an element of one's own, or of one that nobody writes.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> T
    where
        T: Copy,
    {
        assert!(index < self.len);
        // SAFETY: it is in bounds, and `new` promises that nobody writes to it meanwhile.
        unsafe { self.first.add(index).read() }
    }

    /// An element of one's own.
    #[inline(always)]
    #[expect(clippy::mut_from_ref, reason = "`new` promises that it is the only one")]
    pub(crate) fn at(&self, index: usize) -> &mut T {
        assert!(index < self.len);
        // SAFETY: it is in bounds, and `new` promises that nobody else has it.
        unsafe { &mut *self.first.add(index) }
    }

    /// Elements of one's own.
    #[inline(always)]
    #[expect(clippy::mut_from_ref, reason = "`new` promises that it is the only one")]
    pub(crate) fn range(&self, range: Range<usize>) -> &mut [T] {
        assert!(range.start <= range.end && range.end <= self.len);
        // SAFETY: as above.
        unsafe { core::slice::from_raw_parts_mut(self.first.add(range.start), range.end - range.start) }
    }
}

impl<'a> Shared<'a, [f32; 4]> {
    /// The same without a look at every index.
    ///
    /// # Safety
    ///
    /// It may only be asked for elements up to `last`, which is looked at here.
    #[inline(always)]
    pub(crate) unsafe fn up_to(self, last: usize) -> Looked<'a> {
        assert!(last < self.len);
        Looked(self)
    }
}

/// Records whose indices have been looked at before: see [`Shared::up_to`].
#[derive(Clone, Copy)]
pub(crate) struct Looked<'a>(Shared<'a, [f32; 4]>);

/// How many bytes a record takes.
pub(crate) const RECORD: u32 = size_of::<[f32; 4]>() as u32;

/// No more records can be named by how many bytes they are behind the first.
pub(crate) const MOST_BY_OFFSET: usize = (u32::MAX / RECORD) as usize;

/// The same records, named by how many bytes they are behind the first. That spares a shift for every one.
#[derive(Clone, Copy)]
pub(crate) struct ByOffset<'a>(Looked<'a>);

impl<'a> Looked<'a> {
    #[inline(always)]
    pub(crate) fn by_offset(self) -> ByOffset<'a> {
        ByOffset(self)
    }
}

impl Records for ByOffset<'_> {
    #[inline(always)]
    fn record(&self, offset: usize) -> [f32; 4] {
        // SAFETY: `up_to` promises that it is in bounds, and `Shared::new` that nobody writes to it meanwhile.
        unsafe { self.0.0.first.byte_add(offset).read() }
    }

    #[inline(always)]
    fn put(&mut self, offset: usize, record: [f32; 4]) {
        // SAFETY: `up_to` promises that it is in bounds, and `Shared::new` that nobody else has it.
        unsafe { self.0.0.first.byte_add(offset).write(record) }
    }
}

impl Looked<'_> {
    /// The records at an index and behind it.
    #[inline(always)]
    pub(crate) fn two(&self, index: usize) -> [f32; 8] {
        // SAFETY: `up_to` promises that both are in bounds, and `Shared::new` that nobody writes to them meanwhile.
        unsafe { self.0.first.add(index).cast::<[f32; 8]>().read() }
    }

    /// Writes the records at an index and behind it.
    #[inline(always)]
    pub(crate) fn put_two(&mut self, index: usize, records: [f32; 8]) {
        // SAFETY: `up_to` promises that both are in bounds, and `Shared::new` that nobody else has them.
        unsafe { self.0.first.add(index).cast::<[f32; 8]>().write(records) }
    }
}

impl Records for Looked<'_> {
    #[inline(always)]
    fn record(&self, index: usize) -> [f32; 4] {
        self.by_offset().record(index * RECORD as usize)
    }

    #[inline(always)]
    fn put(&mut self, index: usize, record: [f32; 4]) {
        self.by_offset().put(index * RECORD as usize, record);
    }
}

impl Records for Shared<'_, [f32; 4]> {
    #[inline(always)]
    fn record(&self, index: usize) -> [f32; 4] {
        self.get(index)
    }

    #[inline(always)]
    fn put(&mut self, index: usize, record: [f32; 4]) {
        *self.at(index) = record;
    }
}

#[cfg(test)]
mod tests {
    use super::{Shared, Team};
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    #[test]
    fn every_part_is_done_once_whoever_does_it() {
        for threads in [1, 2, 3, 8] {
            let mut team = Team::of(threads);
            team.begin(true);
            assert_eq!(team.threads(), threads);
            for count in [0, 1, 2, 7, 1000] {
                let mut done = vec![0; count];
                // SAFETY: every part has its own element.
                let shared = unsafe { Shared::new(&mut done) };
                team.each(count, |part| *shared.at(part) += 1);
                assert!(done.iter().all(|&times| times == 1), "{threads} threads, {count} parts");
            }
        }
    }

    #[test]
    fn a_team_that_slept_works_again() {
        let mut team = Team::of(2);
        let sum = AtomicUsize::new(0);
        for _ in 0..3 {
            team.begin(true);
            team.each(100, |part| {
                sum.fetch_add(part, SeqCst);
            });
            team.end();
            std::thread::sleep(core::time::Duration::from_millis(30));
        }
        assert_eq!(sum.load(SeqCst), 3 * 4950);
    }

    #[test]
    fn a_panic_in_a_part_is_one_of_the_whole_and_the_team_lives_on() {
        let mut team = Team::of(3);
        team.begin(true);
        let blown = std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| {
            team.each(50, |part| assert!(part != 20, "part 20"));
        }));
        assert!(blown.is_err());
        let sum = AtomicUsize::new(0);
        team.each(10, |part| {
            sum.fetch_add(part, SeqCst);
        });
        assert_eq!(sum.load(SeqCst), 45);
    }

    #[test]
    fn a_panic_of_everybody_is_forgotten_by_the_next_piece_of_work() {
        let mut team = Team::of(3);
        team.begin(true);
        for _ in 0..50 {
            let blown = std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| team.each(50, |_| panic!("every part"))));
            assert!(blown.is_err());
            team.each(50, |_| ());
        }
    }

    #[test]
    fn work_within_work_is_done() {
        let mut team = Team::of(3);
        team.begin(true);
        let sum = AtomicUsize::new(0);
        team.each(20, |outer| {
            team.each(20, |inner| {
                sum.fetch_add(outer * inner, SeqCst);
            });
        });
        assert_eq!(sum.load(SeqCst), 190 * 190);
    }

    #[test]
    fn two_callers_of_one_team_do_not_meet() {
        let mut team = Team::of(3);
        team.begin(true);
        let (team, sum) = (&team, &AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(move || {
                    for _ in 0..200 {
                        team.each(10, |part| {
                            sum.fetch_add(part, SeqCst);
                        });
                    }
                });
            }
        });
        assert_eq!(sum.load(SeqCst), 2 * 200 * 45);
    }

    #[test]
    #[should_panic(expected = "index < self.len")]
    fn an_element_that_is_not_there_is_refused() {
        let mut one = [0];
        // SAFETY: nobody else has it.
        let shared = unsafe { Shared::new(&mut one) };
        *shared.at(1) = 1;
    }
}
