import Testing

/// The built program, driven as a user drives it. One at a time: each has a terminal, processes and a store of its own,
/// and what they wait for should not wait for the others.
@Suite(.serialized) struct EndToEnd {}
